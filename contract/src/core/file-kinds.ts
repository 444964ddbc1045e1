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

/** What apps and discs call files that are something else as often: which one it is the content says. */
const pictureEndings = [
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'png',
  'heic',
  'heif',
  'webp',
  'avif',
  'gif',
  'bmp',
  'tif',
  'tiff',
]
const openEndings = [...pictureEndings, 'ima', 'dicom', 'dic', 'tmp', 'bin', 'part', 'download']
/** On a disc files are numbered, and have no ending; and what follows a full stop within a title is none. */
const isBare = (ending: string) => /^\d*$/.test(ending) || !/^[a-z0-9]{1,8}$/.test(ending)
const isOpen = (ending: string) => isBare(ending) || openEndings.includes(ending)

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
export function formatOfName(name: string): FileFormat | null {
  const said = extensionOf(name)
  return fileFormats.find((format) => extensionsOf[format].includes(said)) ?? null
}

/** Does the name leave open what the file is, for a kind that takes these? A kind of pictures is told which one by its name. */
export function isOpenName(name: string, taken: readonly FileFormat[]): boolean {
  const said = formatOfName(name)
  if (said === null) return isOpen(extensionOf(name))
  return (said === 'jpg' || said === 'png') && !taken.some((format) => format === 'jpg' || format === 'png')
}
const LONGEST = 196
/** The name with the ending of what the bytes are; `null`: it says that they are something else. */
export function namedAs(name: string, format: FileFormat): string | null {
  if (formatOfName(name) === format) return name
  const ending = extensionOf(name)
  if (!isOpen(ending)) return null
  const stem = isBare(ending) ? name.replace(/\.$/, '') : name.slice(0, -ending.length - 1)
  return stem !== '' && formatOfName(stem) === format ? stem : `${stem.slice(0, LONGEST)}.${format}`
}
