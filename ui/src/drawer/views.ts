/** What the drawer can show, in the order of its tabs. */
export const VIEWS = ['Sessions', 'Memory', 'Documents', 'Schedules', 'Context', 'Settings'] as const;

export type View = (typeof VIEWS)[number];
