const paper = '#F7F5F0';
const brass = '#D6A45A';

const frame = {
  viewBox: '0 0 720 960',
  preserveAspectRatio: 'xMidYMid slice',
  width: '100%',
  height: '100%',
} as const;

/** Nested arches around a sun, over a colonnade: the brand's mark, drawn large. No line rises: that would promise. */
export function ArcadeArt() {
  const arches = Array.from({ length: 7 }, (_, index) => 330 - index * 36);
  const columns = [88, 140, 178, 192, 178, 140, 88].map((height, index) => ({ height, x: 152 + index * 62 }));
  return (
    <svg {...frame} aria-hidden="true">
      <rect width="720" height="960" fill="#0A3B2F" />
      {arches.map((radius, index) => (
        <path
          key={radius}
          d={`M${360 - radius} 960V430a${radius} ${radius} 0 0 1 ${radius * 2} 0v530`}
          fill="none"
          stroke={paper}
          strokeOpacity={0.1 + index * 0.045}
          strokeWidth={1.5}
        />
      ))}
      <circle cx="360" cy="430" r="72" fill={brass} />
      {columns.map(({ height, x }, index) => (
        <rect
          key={x}
          x={x}
          y={760 - height}
          width="44"
          height={height + 200}
          rx="3"
          fill={index % 2 === 0 ? '#16614E' : '#1F7A63'}
        />
      ))}
    </svg>
  );
}

/** Terraced hills under a low sun, in the tones of the brand. */
export function TerraceArt() {
  const rings = [136, 180, 224, 268, 312, 356, 400];
  const tones = ['#14503F', '#125845', '#0F4C3C', '#0C4335', '#0A382D', '#082F26'];
  return (
    <svg {...frame} aria-hidden="true">
      <rect width="720" height="960" fill="#0B4637" />
      <circle cx="520" cy="250" r="96" fill={brass} />
      {rings.map((radius, index) => (
        <circle
          key={radius}
          cx="520"
          cy="250"
          r={radius}
          fill="none"
          stroke={paper}
          strokeOpacity={0.2 - index * 0.024}
          strokeWidth="1.5"
        />
      ))}
      {tones.map((tone, index) => {
        const top = 340 + index * 84;
        const lift = 70 - index * 6;
        const shape = `M0 ${top + 40}C140 ${top - lift} 250 ${top + lift} 380 ${top + 10}S620 ${top - lift} 720 ${top + 24}`;
        return (
          <g key={tone}>
            <path d={`${shape}V960H0Z`} fill={tone} />
            <path d={shape} fill="none" stroke={paper} strokeOpacity="0.22" strokeWidth="1.5" />
          </g>
        );
      })}
    </svg>
  );
}
