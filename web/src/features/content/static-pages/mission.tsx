/** A mission: one large sentence, and beside it what it means. */
export function Mission({ title, statement, body }: { title: string; statement: string; body: readonly string[] }) {
  return (
    <section
      aria-labelledby="mission"
      className="page-width grid gap-x-16 gap-y-6 py-14 md:py-20 lg:grid-cols-[1.15fr_1fr]"
    >
      <div>
        <h2 id="mission" className="font-sans text-sm font-semibold tracking-normal text-accent-text">
          {title}
        </h2>
        <p className="mt-3 text-balance font-display text-2xl font-semibold tracking-tight">{statement}</p>
      </div>
      <div className="flex max-w-prose flex-col gap-4 text-muted lg:pt-8">
        {body.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
