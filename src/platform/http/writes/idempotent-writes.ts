import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { UnitOfWork } from '../../database/index.js';
import { Clock } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import { Json } from '../json.js';
import { locationOf } from './location.js';
import { versionedAnswer } from './answer-version.js';
import { AnswerSealing } from './answer-sealing.js';
import type { NamedWrite } from './idempotency-key.js';
import { KeptAnswerRepository, type KeptAnswer } from './kept-answer.repository.js';
import { idempotencyInProgress, idempotencyKeyReused } from './write-refusals.js';

const MAX_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;

type Answer = Pick<KeptAnswer, 'status' | 'location' | 'etag' | 'body'>;

interface Outcome extends Answer {
  readonly isRepeat: boolean;
}

/** A key, its write, the events and the kept answer are one transaction. */
@Injectable()
export class IdempotentWrites {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly answers: KeptAnswerRepository,
    private readonly sealing: AnswerSealing,
    private readonly clock: Clock,
  ) {}

  async run(
    write: NamedWrite,
    response: Response,
    isSecret: boolean,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const deadline = this.clock.elapsed() + MAX_WAIT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      const outcome = await this.unitOfWork.run(() => this.attempt(write, response, isSecret, work));
      if (outcome) return send(outcome, response);
      if (this.clock.elapsed() > deadline) throw idempotencyInProgress().withHeaders({ 'Retry-After': '1' });
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }

  /** @returns null while another request has the key */
  private async attempt(
    write: NamedWrite,
    response: Response,
    isSecret: boolean,
    work: () => Promise<unknown>,
  ): Promise<Outcome | null> {
    const locked = await this.answers.lock(write);
    if (!locked) return null;
    if (locked.kept) return this.repeated(write, locked.kept);
    const answer = answerOf(response, await work());
    const { body } = answer;
    const is_sealed = isSecret && body !== null;
    await this.answers.insert(write, {
      ...answer,
      body: is_sealed ? this.sealing.seal(body) : body,
      is_sealed,
    });
    return { ...answer, isRepeat: false };
  }

  private repeated({ digest }: NamedWrite, kept: KeptAnswer): Outcome {
    if (kept.digest !== digest) throw idempotencyKeyReused();
    const body = kept.is_sealed && kept.body !== null ? this.sealing.open(kept.body) : kept.body;
    return { ...kept, body, isRepeat: true };
  }
}

function answerOf(response: Response, result: unknown): Answer {
  const request = response.req as ApiRequest;
  const status = request.isCreated ? 201 : response.statusCode;
  const location = response.getHeader('Location') ?? (status === 201 ? locationOf(request, result) : null);
  const { etag: own, body } = versionedAnswer(request, result);
  const etag = response.getHeader('ETag') ?? own;
  return { status, location: textOrNull(location), etag: textOrNull(etag), body: textOf(body) };
}

const textOrNull = (header: number | string | readonly string[] | null): string | null =>
  header === null ? null : String(header);

function textOf(body: unknown): string | null {
  if (body === undefined) return null;
  if (body instanceof Json) return Json.bytesOf(body).toString();
  if (typeof body === 'object' && body !== null) return JSON.stringify(body);
  throw new Error('Only JSON can be kept for a repeat: answer with an object, a list or nothing.');
}

function send({ status, location, etag, body, isRepeat }: Outcome, response: Response): unknown {
  response.status(status);
  if (location !== null) response.setHeader('Location', location);
  if (etag !== null) response.setHeader('ETag', etag);
  if (isRepeat) response.setHeader('Idempotent-Replayed', 'true');
  return body === null ? undefined : new Json(Buffer.from(body));
}
