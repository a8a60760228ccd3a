interface Places {
  /** SQL of a list of ids: whose rates. */
  readonly people: string;
  readonly organizationId: string;
  readonly currencyCode: string;
}

/**
 * SQL of what an hour of people costs over time: for each who has rates, `dates`, on which the cost changes, and
 * `amounts`, what it is from then on; null where the rate is in another currency, or ends. PostgreSQL finds the place
 * of a day without looking at the rates one by one: `amounts[width_bucket(day, dates)]`, null before the first of them.
 * @param places placeholders of the values, such as `$1`
 */
export const costRatesOf = ({ people, organizationId, currencyCode }: Places): string => `
  SELECT person_id, array_agg(effective_date ORDER BY effective_date) AS dates,
    array_agg(CASE WHEN currency_code = ${currencyCode} THEN amount END ORDER BY effective_date) AS amounts
  FROM person_cost_rates WHERE organization_id = ${organizationId} AND person_id = ANY (${people})
  GROUP BY person_id`;
