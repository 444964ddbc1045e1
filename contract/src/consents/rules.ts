export const EMERGENCY_MINUTES = 60
/** Letters of an emergency's reason at least. */
export const EMERGENCY_REASON_MIN = 4
