export { numberList as list } from '../parts/formats.ts'
