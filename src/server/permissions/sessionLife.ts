/** Seconds after which an unused session ends. */
export const SESSION_IDLE_S = 12 * 3600
/** Seconds after which a session ends in any case. */
export const SESSION_LIFE_S = 30 * 86_400
