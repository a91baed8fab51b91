/** The pages that show records as they were at an instant; loaded together with the first of them. */
export { PastList } from './PastList.tsx'
export { PastRecord } from './PastRecord.tsx'
