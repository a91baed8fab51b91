export { FileInput as input } from '../parts/lazyInputs.ts'
