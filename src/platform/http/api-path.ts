/** Whether a path belongs to the API, whatever is or is not there. */
export const isOfApi = (path: string): boolean => /^\/v1(\/|$)/i.test(path);
