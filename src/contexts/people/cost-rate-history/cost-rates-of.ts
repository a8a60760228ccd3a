interface Places {
  /** SQL of a list of ids: whose rates. */
  readonly people: string;
  readonly organizationId: string;
}

/**
 * SQL of what an hour of people costs over time: for each who has rates, `dates`, on which the cost changes, and
 * `amounts` and `currencies`, what it is from then on; null where the rate ends. PostgreSQL finds the place of a day
 * without looking at the rates one by one: `amounts[width_bucket(day, dates)]`, null before the first of them.
 * @param places placeholders of the values, such as `$1`
 */
export const costRatesOf = ({ people, organizationId }: Places): string => `
  SELECT person_id, array_agg(effective_date ORDER BY effective_date) AS dates,
    array_agg(amount ORDER BY effective_date) AS amounts,
    array_agg(currency_code ORDER BY effective_date) AS currencies
  FROM person_cost_rates WHERE organization_id = ${organizationId} AND person_id = ANY (${people})
  GROUP BY person_id`;
