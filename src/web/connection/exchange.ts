import { OFFLINE, Problem } from './problem.js';
import { Value } from './value.js';

export const isConnectionLost = new Value(false);

/** One request. @throws Problem where nothing comes back */
export async function exchange(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    isConnectionLost.set(false);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    isConnectionLost.set(true);
    throw new Problem(OFFLINE, 'The server cannot be reached.');
  }
}
