import { MenuOutlined, ProfileOutlined, WarningOutlined } from '@ant-design/icons'
import { syntaxName } from '@teleward/contract/files/dicom-syntaxes.ts'
import { type DicomInstance, type DicomStudy, hopeless } from '@teleward/contract/files/dicom.ts'
import { useMemo, useState } from 'react'
import { t, useT } from '../../i18n/i18n.ts'
import { kindText } from '../../patterns/files/labels.tsx'
import { SaveLink } from '../../patterns/files/SaveLink.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { useAskOpinion } from '../../patterns/opinions/useAskOpinion.tsx'
import { useIntoNote } from '../../patterns/notes/useIntoNote.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { confirmAct } from '../../ui/notify.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { FrameBytes } from './bytes.ts'
import { Enclosed } from './Enclosed.tsx'
import { dayText, personText } from './labels.ts'
import { Pictures } from './Pictures.tsx'
import { Report } from './Report.tsx'
import { useViewSearch } from './search.ts'
import { SeriesList } from './SeriesList.tsx'
import { seriesOf } from './stack.ts'
import { TagsPanel } from './TagsPanel.tsx'

interface Props {
  study: DicomStudy
  renew: () => Promise<DicomStudy>
}
export default function Study({ study, renew }: Props) {
  useT()
  const phone = usePhone()
  const [search, change] = useViewSearch()
  const [list, setList] = useState(!phone)
  // An answer that brings new addresses brings no new pictures: what is drawn stays, and is not loaded again.
  const files = study.instances.map(({ fileId }) => fileId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files say it all.
  const series = useMemo(() => seriesOf(study), [files])
  // What an opinion shows goes into no note, and into no other opinion.
  const whose = study.onlyShown ? null : study.patient
  const note = useIntoNote(whose?.pid)
  const opinion = useAskOpinion(whose ? { pid: whose.pid, name: nameOf(whose) } : undefined)
  // One store of bytes for as long as the page is open: an answer that renews addresses leaves what is loaded.
  const [bytes] = useState(() => new FrameBytes(study, renew))
  const asked = series.find(({ instances }) => instances.some(({ fileId }) => fileId === study.fileId))
  const current = series.find(({ key }) => key === search.series) ?? asked ?? series[0]
  const own = current?.instances.find(({ fileId }) => fileId === study.fileId)
  const [shown, setShown] = useState<DicomInstance | undefined>()
  const instance = shown && current?.instances.includes(shown) ? shown : (own ?? current?.instances[0])
  const download = study.instances.find(({ fileId }) => fileId === instance?.fileId)?.download ?? ''
  useTitle(
    instance
      ? [instance.modality, instance.studyDescription ?? instance.name].filter(Boolean).join(' ')
      : t('dicom.title'),
  )
  useKeys([{ keys: 't', label: t('dicom.key.tags'), run: () => change({ tags: search.tags ? undefined : '1' }) }])
  if (!current || !instance) return <EmptyState heading="h1" title={t('dicom.notFound')} />
  return (
    <div className="dcpage">
      <Head study={study} instance={instance}>
        <button
          type="button"
          className={`icbtn ${list ? 'on' : ''}`}
          aria-pressed={list}
          aria-label={t('dicom.series')}
          title={t('dicom.series')}
          onClick={() => setList(!list)}
        >
          <MenuOutlined />
        </button>
        <button
          type="button"
          className={`icbtn ${search.tags ? 'on' : ''}`}
          aria-pressed={search.tags === '1'}
          aria-label={t('dicom.tags')}
          title={t('dicom.tags')}
          onClick={() => change({ tags: search.tags ? undefined : '1' })}
        >
          <ProfileOutlined />
        </button>
        <SaveLink id={instance.fileId} href={download} className="icbtn" sign />
      </Head>
      <Bands study={study} instance={instance} />
      <div className="dcbody">
        {list && (
          <SeriesList
            series={series}
            current={current.key}
            more={study.more}
            onPick={(key) => {
              setShown(undefined)
              change({ series: key, image: undefined, wl: undefined, look: undefined })
              if (phone) setList(false)
            }}
          />
        )}
        <Body key={current.key} instance={instance} download={download}>
          <Pictures
            series={current}
            bytes={bytes}
            save={<SaveLink id={instance.fileId} href={download} className="btn sm" />}
            start={search.image ?? current.places.findIndex((one) => one.instance === own) + 1}
            preset={search.wl}
            look={search.look}
            toNote={
              note.put &&
              (async (image) => {
                if (await isMeant(study, t('files.intoNote.put'), t('files.intoNote.all'))) note.put?.([image])
              })
            }
            ask={
              opinion.ask &&
              (async (file) => {
                if (await isMeant(study, t('files.opinion'), t('files.opinion'))) opinion.ask?.(file)
              })
            }
            onShown={(place, n, preset, asGiven) => {
              setShown(place.instance)
              change({ series: current.key, image: n + 1, wl: preset, ...(asGiven ? {} : { look: undefined }) })
            }}
          />
          <Enclosed
            key={instance.fileId}
            instance={instance}
            bytes={bytes}
            save={<SaveLink id={instance.fileId} href={download} className="btn" />}
          />
          <Report id={instance.fileId} />
        </Body>
        {search.tags === '1' && <TagsPanel id={instance.fileId} onClose={() => change({ tags: undefined })} />}
      </div>
      {note.layer}
      {opinion.layer}
    </div>
  )
}

const differingOf = (study: DicomStudy) =>
  (['name', 'id', 'birthday'] as const).filter((one) => study.matches[one] === 'differs')
const otherPerson = (study: DicomStudy) =>
  t('dicom.otherPerson', {
    what: differingOf(study)
      .map((one) => t(`dicom.match.${one}`))
      .join(t('common.patient.separator')),
  })
/** A picture that says it is of somebody else goes into no note, and to no colleague, without being asked about. */
const isMeant = async (study: DicomStudy, title: string, ok: string) =>
  differingOf(study).length === 0 ||
  (await confirmAct({
    title,
    text: otherPerson(study),
    ok,
    cancel: t('common.cancel'),
    danger: true,
  }))

/** What the object is decides how it is looked at. */
function Body({
  instance,
  download,
  children,
}: {
  instance: DicomInstance
  download: string
  children: [pictures: React.ReactNode, document: React.ReactNode, report: React.ReactNode]
}) {
  const [pictures, document, report] = children
  const bad = instance.problems.filter((one) => hopeless.includes(one))
  const save = <SaveLink id={instance.fileId} href={download} />
  if (instance.object === 'report') return report
  if (instance.object === 'document') return document
  if (instance.object === 'image' && bad.length === 0 && instance.image) return pictures
  if (instance.object === 'waveform' && instance.waveform) {
    const { channels, seconds, leads } = instance.waveform
    const named = leads.filter(Boolean).join(', ')
    return (
      <div className="dcplain">
        <EmptyState
          title={t('dicom.waveform')}
          text={`${t('dicom.waveformText', { n: channels, s: Math.round(seconds * 10) / 10 })}${named ? ` ${named}` : ''}`}
          actions={save}
        />
      </div>
    )
  }
  return (
    <div className="dcplain">
      <EmptyState
        icon={<WarningOutlined />}
        title={t(instance.object === 'other' && bad.length === 0 ? 'dicom.noImage' : 'dicom.unreadable')}
        text={
          bad.length
            ? bad.map((one) => t(`dicom.problem.${one}`, { syntax: syntaxName(instance.syntax) })).join(' ')
            : t('dicom.noImageText', { modality: instance.modality ?? '–' })
        }
        actions={save}
      />
    </div>
  )
}

function Head({
  study,
  instance,
  children,
}: {
  study: DicomStudy
  instance: DicomInstance
  children: React.ReactNode
}) {
  const { patient } = study
  const title = [instance.modality, instance.studyDescription].filter(Boolean).join(' · ') || kindText(study.kind)
  return (
    <header className="dchead">
      <div className="grow">
        <h1 className="ell">
          {patient ? nameOf(patient) : t('dicom.noPatient')}
          {patient && (
            <span className="t2 f13 num">
              {[
                patient.birthday && formatDate(patient.birthday),
                patient.memberNo,
                patient.idLast && `•••${patient.idLast}`,
              ]
                .filter(Boolean)
                .map((one) => ` ${one}`)
                .join('')}
            </span>
          )}
        </h1>
        <p className="t2 f13 ell">
          {[title, dayText(instance.studyDate), instance.maker, instance.name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="row">{children}</span>
    </header>
  )
}

/** Another person first, then what is wrong with the file, then what no screen of the portal is. */
function Bands({ study, instance }: { study: DicomStudy; instance: DicomInstance }) {
  const told = instance.problems.filter((one) => !hopeless.includes(one))
  return (
    <>
      {differingOf(study).length > 0 && (
        <p className="dcband bad" role="alert">
          <WarningOutlined aria-hidden="true" />
          <b>{otherPerson(study)}</b> {t('dicom.fileSays', { who: personText(instance.person) })}
        </p>
      )}
      {told.map((one) => (
        <p key={one} className="dcband warn" role="status">
          <WarningOutlined aria-hidden="true" /> {t(`dicom.problem.${one}`, { syntax: '' })}
        </p>
      ))}
      <p className="dcband">{t('dicom.notDiagnostic')}</p>
    </>
  )
}
