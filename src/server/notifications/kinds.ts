/** Kind of the job that sends pending e-mail and push deliveries. */
export const DELIVER_JOB = 'deliver'
