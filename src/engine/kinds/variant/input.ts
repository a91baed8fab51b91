export { VariantInput as input } from '../../fields/inputs/groups.tsx'
