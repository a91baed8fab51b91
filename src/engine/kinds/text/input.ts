export { LineInput as input } from '../parts/LineInput.tsx'
