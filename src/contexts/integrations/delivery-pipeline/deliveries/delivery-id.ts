/** For the SELECT list of a subquery that inserts deliveries: when each of them is made, to the millisecond, as `made_at`. */
export const madeAt = "date_trunc('milliseconds', clock_timestamp()) AS made_at";

/**
 * The id of a delivery: a UUID of version 7 (RFC 9562), of which PostgreSQL 15 has none of its own. It begins with
 * `made_at`, which is what lists and ranges by time go by, so that `created_at` needs no index; then come random bits.
 */
export const idOfMadeAt = `encode(set_bit(set_bit(
  overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM made_at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
  52, 1), 53, 1), 'hex')::uuid`;
