/** The product's mark; an institution's own logo takes its place where there is one. */
export function Logo({ src }: { src?: string | null }) {
  if (src) return <img className="logo" src={src} alt="" />
  return (
    <svg className="logo" viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="8" fill="var(--logo, #0F766E)" />
      <path
        d="M6 19h5.2l3-8.5 6 16 3.6-10.500 1.800 3H30"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
