interface Places {
  /** Whose rates; somebody without any, and nobody (null), have one period without a rate. */
  readonly personId: string;
  readonly organizationId: string;
  readonly currencyCode: string;
}

/**
 * SQL of what an hour of a person costs over time, as periods that follow each other without gaps for ever:
 * `from_date`, `until_date` (the first day after it) and `amount`, null where there is no rate in the currency.
 * Write it as a LATERAL subquery, so that each person is looked up by the key of their rates.
 * @param places where the values stand in the statement, such as `$1`
 */
export const costRatePeriods = ({ personId, organizationId, currencyCode }: Places): string => `
  SELECT from_date, lead(from_date, 1, 'infinity') OVER (ORDER BY from_date) AS until_date, amount
  FROM (
    SELECT effective_date AS from_date, CASE WHEN currency_code = ${currencyCode} THEN amount END AS amount
    FROM person_cost_rates WHERE organization_id = ${organizationId} AND person_id = ${personId}
    UNION ALL SELECT '-infinity', NULL) change`;
