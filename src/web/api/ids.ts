const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it may be the id of a record, as the API writes one. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
