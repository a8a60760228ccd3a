/** A moment within JSON that PostgreSQL makes, in the form that it has elsewhere in answers. */
export const instantText = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
