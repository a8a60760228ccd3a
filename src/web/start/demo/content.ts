/** How much is made up. Months of time; half as many are planned ahead. */
export const content = { people: 50, projects: 40, months: 3 } as const;
