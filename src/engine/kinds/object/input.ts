export { GroupInput as input } from '../../fields/inputs/groups.tsx'
