export { StoredPictures as value } from '../parts/StoredFile.tsx'
