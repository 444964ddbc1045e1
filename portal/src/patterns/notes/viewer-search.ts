import type { ImageViewer, NoteImage } from '@teleward/contract/emr/images.ts'
import { visitSearch } from '../../shell/into-note.ts'

/** What a viewer lets a note say of how a picture is looked at. */
const OWN: Record<ImageViewer, readonly string[]> = {
  viewdicom: ['image', 'look'],
  funduscopy: ['eye', 'filter'],
  img: [],
}
/**
 * The query by which a picture of a patient's note opens. Anybody may type anything into a note: what is no word of the viewer
 * is left out, and which visit one is at is said by the screen alone.
 */
export const viewerSearch = ({ viewer, look }: NoteImage, pid: number): Record<string, string> => ({
  ...Object.fromEntries([...new URLSearchParams(look)].filter(([key]) => OWN[viewer].includes(key))),
  ...visitSearch(pid),
})
