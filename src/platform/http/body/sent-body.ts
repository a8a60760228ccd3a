import { raw, type Request, type Response } from 'express';
import { invalid, type BusinessError } from '../../errors/index.js';
import { requestTooLarge } from '../request-refusals.js';
import type { BodyLimits } from './body-limits.js';

// Node takes longer over a million chunks of a byte each than over everything else that can be done with a mebibyte.
const MOST_CHUNKS = 10_000;

type BodyReader = (request: Request, response: Response) => Promise<Buffer>;

/**
 * Reads bodies as they were sent. What comes in too many pieces is refused with 400, and the connection closed, since to
 * read on would cost what was to be saved.
 */
export function sentBodyReader(limits: BodyLimits): BodyReader {
  const readAll = raw({ limit: limits.bytes, inflate: false, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      readAll(request, response, (error?: Error & { type?: string }) => {
        const sent = request.body as Buffer | undefined;
        if (sent) resolve(sent);
        else if (!error) reject(invalid({ body: ['must arrive whole'] }));
        else reject(error.type === 'entity.too.large' ? bodyTooLarge(limits) : error);
      });
      if (request.headers['transfer-encoding'] === undefined) return;
      let chunks = 0;
      request.on('data', () => {
        chunks += 1;
        if (chunks !== MOST_CHUNKS) return;
        request.pause();
        response.setHeader('Connection', 'close');
        reject(invalid({ body: [`must arrive in fewer than ${MOST_CHUNKS} chunks`] }));
      });
    });
}

export const bodyTooLarge = ({ bytes }: BodyLimits): BusinessError => requestTooLarge(bytes);
