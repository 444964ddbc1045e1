/** Kinds of medical files (FILE-01). Some have the number of the wire, the others only their name. */
export const fileKinds = [
  'photo',
  'dicom',
  'ultrasound',
  'ecg',
  'sti',
  'eye',
  'pe_report',
  'video',
  'face',
  'ear',
  'nasal',
  'throat',
  'oral',
  'skin',
  'phono',
] as const
export type FileKind = (typeof fileKinds)[number]
export const kindNumber: Partial<Record<FileKind, number>> = {
  photo: 1,
  dicom: 2,
  ultrasound: 4,
  ecg: 5,
  sti: 12,
  eye: 13,
}

/** `xml`: an ECG as HL7's annotated ECG. `hea` and `dat`: one as WFDB's pair of header and data, which is kept as one file. */
export const fileFormats = ['jpg', 'png', 'pdf', 'dcm', 'mp4', 'mov', 'wav', 'xml', 'hea', 'dat'] as const
export type FileFormat = (typeof fileFormats)[number]
export const extensionsOf: Record<FileFormat, readonly string[]> = {
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
  pdf: ['pdf'],
  dcm: ['dcm'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  wav: ['wav'],
  xml: ['xml'],
  hea: ['hea'],
  dat: ['dat'],
}
export const mimeOf: Record<FileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  wav: 'audio/wav',
  // By no name under which a browser would run or draw it.
  xml: 'application/octet-stream',
  hea: 'application/octet-stream',
  dat: 'application/octet-stream',
}
/** What a browser shows in place; the others are kept under their kind and handed out as files. */
export const shownInPlace: readonly FileFormat[] = ['jpg', 'png', 'pdf', 'mp4', 'mov']

const pictures = ['jpg', 'png'] as const
export const formatsOf: Record<FileKind, readonly FileFormat[]> = {
  photo: pictures,
  dicom: ['dcm'],
  ultrasound: [...pictures, 'dcm', 'mp4', 'mov'],
  ecg: [...pictures, 'pdf', 'dcm', 'xml', 'hea', 'dat'],
  sti: pictures,
  eye: [...pictures, 'dcm'],
  pe_report: ['pdf'],
  video: ['mp4', 'mov'],
  face: pictures,
  ear: pictures,
  nasal: pictures,
  throat: pictures,
  oral: pictures,
  skin: pictures,
  phono: ['wav'],
}

/** What apps call their pictures, JPEG all the same: which one it is the content says. */
const pictureEndings = ['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'heic', 'heif']
/** On a disc files are numbered, and have no ending. */
const isBare = (ending: string) => /^\d*$/.test(ending)

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
export function formatOfName(name: string): FileFormat | null {
  const said = extensionOf(name)
  return fileFormats.find((format) => extensionsOf[format].includes(said)) ?? null
}

/** What a name leaves open, of a kind that takes it; `null`: nothing. */
export function openFormat(name: string, taken: readonly FileFormat[]): FileFormat | null {
  const ending = extensionOf(name)
  if (pictureEndings.includes(ending)) return taken.find((format) => format === 'jpg' || format === 'png') ?? null
  return isBare(ending) && taken.includes('dcm') ? 'dcm' : null
}
/** The name with the ending of what the bytes are; `null`: it says that they are something else. */
export function namedAs(name: string, format: FileFormat): string | null {
  if (formatOfName(name) === format) return name
  const ending = extensionOf(name)
  if ((format === 'jpg' || format === 'png') && pictureEndings.includes(ending))
    return `${name.slice(0, -ending.length)}${format}`
  return format === 'dcm' && isBare(ending) ? `${name.slice(0, 196)}.dcm` : null
}
