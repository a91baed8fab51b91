export { StandardListInput as input } from '../parts/lazyInputs.ts'
