// By themselves: the events name them, and every page reads the events.

export const alertStates = ['open', 'acknowledged', 'resolved'] as const
export type AlertState = (typeof alertStates)[number]
/** Somebody still has to see to it. */
export const runningAlerts = ['open', 'acknowledged'] as const satisfies AlertState[]
