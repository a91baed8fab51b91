export { Words as value } from '../parts/Words.tsx'
