export { jsonList as list } from '../parts/formats.ts'
