export { plainList as list } from '../parts/formats.ts'
