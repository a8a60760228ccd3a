import { Body, Controller, createParamDecorator, Res, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { requestNotInBatch, requestReferenceFailed } from '../errors/request-refusals.js';
import type { Json } from '../json.js';
import { ManyAtOnce } from '../many-at-once/many-at-once.js';
import { batchExamples } from '../openapi/model/declared-descriptions.js';
import { ApiResource, BatchRoute } from '../routes/routes.js';
import { batchAnswer } from './batch-answer.js';
import { BatchRequest, BatchResponse, MAX_OPERATIONS, MAX_OPERATIONS_EACH } from './batch.dto.js';
import { BatchService } from './batch.service.js';

// With `@Req()` every parameter would be known here.
const OwnRequest = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<ApiRequest>(),
);

@Controller({ path: 'batch', version: '1' })
@ApiResource('Batches', 'admin')
export class BatchController {
  constructor(private readonly batches: BatchService) {}

  @ManyAtOnce({ list: 'operations', perRequest: 50 })
  @BatchRoute({
    response: BatchResponse,
    scope: 'none',
    examples: batchExamples,
    summary: 'Do many writes in one call',
    description: `Makes up to ${MAX_OPERATIONS} writes (POST, PATCH, DELETE) in one transaction, in their order. Each needs the scope, passes the checks and rules, and sends the events that it has alone.

**\`atomic\`**: 200 with the answers in \`results\`, or the status and body of the first refusal with \`operation\` (its \`index\`, from 0, and its \`ref\`), and nothing is written. **\`each\`** (up to ${MAX_OPERATIONS_EACH} operations): 207; of a refused operation nothing remains, and the others stand. What is wrong with the batch itself, such as a reference to a later operation, is refused with 400 in both modes before anything is done.

**References.** \`@{deal.id}\`, in a path or as a whole text in a body, takes a member of the answer to the earlier operation with the \`ref\` \`deal\`, also nested ones (\`@{deal.crm_identifiers.0.identifier}\`). Where that operation was refused, this one is refused with 424 \`${requestReferenceFailed.code}\`. A text that is to begin with \`@{\` is sent as \`@@{\`.

Actual time that is created by operations one after the other is recorded together, which takes a fraction of the time.

Another batch, bulk requests, access tokens and secrets of webhooks are no operations: they are refused with 422 \`${requestNotInBatch.code}\`. In a 400 members are named as \`operations[3].body.name\`. \`Idempotency-Key\` and \`validate_only\` hold for the whole. The body may have 4 MiB. A batch counts as one request for every started 50 operations: without room for all of them it is refused with 429 as a whole, and counts for one.`,
  })
  async runBatch(
    @Body() batch: BatchRequest,
    @OwnRequest() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<BatchResponse>> {
    const results = await this.batches.run(batch, request);
    if (batch.mode === 'each') response.status(207);
    return batchAnswer(batch.operations, results);
  }
}
