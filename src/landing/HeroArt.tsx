/** The brand's arch as a window on a terraced landscape. */
export function HeroArt() {
  const rings = [70, 102, 134, 166, 198];
  return (
    <svg viewBox="0 0 440 540" width="100%" aria-hidden="true">
      <defs>
        <clipPath id="hero-arch">
          <path d="M20 540V220a200 200 0 0 1 400 0v320Z" />
        </clipPath>
      </defs>
      <g clipPath="url(#hero-arch)">
        <rect width="440" height="540" fill="#0E5A47" />
        {rings.map((radius) => (
          <circle
            key={radius}
            cx="292"
            cy="176"
            r={radius}
            fill="none"
            stroke="#F7F5F0"
            strokeOpacity={0.3 - radius / 800}
            strokeWidth="1.5"
          />
        ))}
        <circle cx="292" cy="176" r="44" fill="#D6A45A" />
        <path d="M0 330C70 282 140 352 220 316S380 262 440 318V540H0Z" fill="#0B4C3C" />
        <path d="M0 388C90 340 160 416 250 372S390 330 440 368V540H0Z" fill="#093F32" />
        <path d="M0 452C80 410 180 470 262 432S400 400 440 428V540H0Z" fill="#073329" />
      </g>
      <path
        d="M4 540V220a216 216 0 0 1 432 0v320"
        fill="none"
        stroke="#0E5A47"
        strokeOpacity=".35"
        strokeWidth="1.5"
      />
    </svg>
  );
}
