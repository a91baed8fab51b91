export { ARABIC_DECIMAL, latinDigits, latinNumber } from '#schemas/labels/digits.ts'
