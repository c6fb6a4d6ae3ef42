/** Loaded before a server: a machine whose own clock is wrong by so many milliseconds. */
const byMs = Number(process.env['TEST_CLOCK_SKEW_MS'])
const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + byMs)
    else super(...given)
  }
  static now() {
    return Real.now() + byMs
  }
}
