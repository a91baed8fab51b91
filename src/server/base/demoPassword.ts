/** Well-known password of every demo account on a developer's own machine. */
export const DEMO_PASSWORD = 'demo-password'
