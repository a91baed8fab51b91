export { RowsField as input } from '../../fields/inputs/rows/RowsField.tsx'
