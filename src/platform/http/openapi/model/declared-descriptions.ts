import type { OpenAPIObject } from '@nestjs/swagger';
import type { BodyExamples } from '../../routes/route-description.js';

/** What the program sends by itself: the `webhooks` of the description, and the components that they refer to. */
export type WebhookSection = Required<Pick<OpenAPIObject, 'webhooks' | 'components'>>;

/** What a context adds to the API description beside its operations. Texts are Markdown. */
export interface ContextDescription {
  /** A sentence at the end of what is said of authentication. */
  readonly authentication?: string;
  /** A paragraph before that on limits. */
  readonly paragraph?: string;
  /** Of batches. */
  readonly batches?: BodyExamples;
  /** Made when the description is, since it may need what other contexts declare. */
  readonly webhooks?: () => WebhookSection;
}

/** What the description says of the whole program. */
export interface ProgramDescription {
  readonly title: string;
  readonly introduction: string;
}

const declared: ContextDescription[] = [];
let program: ProgramDescription = { title: '', introduction: '' };

export function declareDescription(description: ContextDescription): void {
  declared.push(description);
}

export function describeProgram(description: ProgramDescription): void {
  program = description;
}

/** In the order of the contexts. */
export const declaredDescriptions = (): readonly ContextDescription[] => declared;

export const programDescription = (): ProgramDescription => program;

const tags = new Map<string, string>();

const ownTags: readonly (readonly [string, string])[] = [
  ['Batches', 'Many writes in one call and one transaction, whatever they are about.'],
  [
    'Health',
    'For load balancers and monitoring, not for integrators: whether the program runs and can serve.',
  ],
];

/** @throws Error when another context has one of these names */
export function declareTags(groups: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(groups)) {
    if (tags.has(name)) throw new Error(`The tag "${name}" is declared twice.`);
    tags.set(name, text);
  }
}

export const apiTags = (): readonly (readonly [name: string, text: string])[] => [...tags, ...ownTags];

export const batchExamples = (): BodyExamples =>
  Object.assign({}, ...declared.map(({ batches }) => batches)) as BodyExamples;
