export { PlainValue as value } from '../parts/PlainValue.tsx'
