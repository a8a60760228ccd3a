export interface PipelineSearch {
  readonly pipeline?: string | undefined;
}

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export const pipelineSearch = ({ pipeline }: Record<string, unknown>): PipelineSearch => ({
  pipeline: typeof pipeline === 'string' ? pipeline : undefined,
});
