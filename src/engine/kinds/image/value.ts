export { StoredFile as value } from '../parts/StoredFile.tsx'
