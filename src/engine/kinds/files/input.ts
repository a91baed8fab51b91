export { FileListInput as input } from '../parts/lazyInputs.ts'
