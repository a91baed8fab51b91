export { NumberInput as input } from '../parts/NumberInput.tsx'
