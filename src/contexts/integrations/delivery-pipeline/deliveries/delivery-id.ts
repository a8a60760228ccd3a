export interface DeliveryId {
  readonly organization_id: string;
  readonly id: string;
}

/** Creation time in milliseconds, for the SELECT list of a subquery. */
export const madeAt = "date_trunc('milliseconds', clock_timestamp()) AS made_at";

/** UUID version 7 (RFC 9562), which PostgreSQL 15 lacks: sorts by time, so `created_at` needs no index. */
export const idOfMadeAt = `encode(set_bit(set_bit(
  overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM made_at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
  52, 1), 53, 1), 'hex')::uuid`;
