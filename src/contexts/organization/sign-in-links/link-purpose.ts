export const linkHours = { invitation: 7 * 24, reset: 1, first_start: 1 } as const;

export type LinkPurpose = keyof typeof linkHours;

export const linkPurposes = Object.keys(linkHours) as readonly LinkPurpose[];
