/** Kind of the job that sends what waits for its way out of the application. */
export const DELIVER_JOB = 'deliver'
