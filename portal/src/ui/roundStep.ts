/** One, two or five times a power of ten: some four of them make the span. */
export function roundStep(span: number): number {
  const rough = (span || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10
}
