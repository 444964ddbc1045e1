import { Component, type ErrorInfo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'

interface Props {
  title: string
  children: ReactNode
}
/** A part of the record by itself: what goes wrong in it is said in its place, and the others stand. */
export class OwnPart extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    const { title, children } = this.props
    if (this.state.error === null) return children
    return (
      <section className="card c2 measure" aria-label={title}>
        <div className="hd">
          <h2>{title}</h2>
        </div>
        <div className="quiet">
          <FailedLine error={this.state.error} onRetry={() => this.setState({ error: null })} />
        </div>
      </section>
    )
  }
}

/** So far that a card is there before Tab or the wheel come to it; the columns scroll by themselves and count as the window does. */
const NEAR = '200px'
/** Has it been near the window? What nobody scrolls to is not asked for. */
function useSeen<T extends HTMLElement>(): [box: RefObject<T | null>, seen: boolean] {
  const box = useRef<T>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current || seen) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: NEAR,
      scrollMargin: NEAR,
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [seen])
  return [box, seen]
}

/** Keeps the place of a card whose part of the program is on its way, so that nothing below it moves far. */
export const CardToCome = ({ title }: { title: string }) => (
  <section className="card c2 measure" aria-label={title} aria-busy="true">
    <div className="hd">
      <h2>{title}</h2>
    </div>
    <p className="quiet">{t('common.loading')}</p>
  </section>
)

interface CardProps {
  title: string
  extra?: ReactNode
  /** Rendered once the card came near the window. */
  children: () => ReactNode
}
/** A card of the left column whose content begins when it is seen. */
export function SeenCard({ title, extra, children }: CardProps) {
  const [box, seen] = useSeen<HTMLElement>()
  return (
    <OwnPart title={title}>
      <section className="card c2 measure" aria-label={title} ref={box}>
        <div className="hd">
          <h2>{title}</h2>
          {extra && <span className="rt">{extra}</span>}
        </div>
        {seen ? <Inside of={children} /> : <p className="quiet">{t('common.loading')}</p>}
      </section>
    </OwnPart>
  )
}
const Inside = ({ of }: { of: () => ReactNode }) => of()

interface AnswerProps<T> {
  answer: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
}
/** What a card asked for, or why it is not there. */
export function Answer<T>({ answer: { data, error, refetch }, children }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  return (
    <div className="quiet">
      {error ? <FailedLine error={error} onRetry={() => void refetch()} /> : t('common.loading')}
    </div>
  )
}
