export type Point = readonly [x: number, y: number];
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A coordinate, short enough for a path. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** An open path through the points. */
export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');
}

/** A closed path through the points. */
export function polygon(points: readonly Point[]): string {
  return `${line(points)}Z`;
}

/** An arch: straight sides to the springing, a half circle above. `base` is the foot, `spring` where it turns. */
export function archPath(cx: number, half: number, spring: number, base: number): string {
  return `M${at(cx - half)} ${at(base)}V${at(spring)}a${at(half)} ${at(half)} 0 0 1 ${at(half * 2)} 0V${at(base)}Z`;
}

/** Pixels drawn beyond each side, so that a blur at the canvas's edge does not mix with nothing. */
export const bleed = 40;

type Attributes = Readonly<Record<string, string | number | undefined>>;

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
    .join('');
}

/** An SVG picture in the making: shapes in painting order, and the gradients, clips and filters they refer to. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  #defs: string[] = [];
  #body: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  #define(content: (id: string) => string): string {
    const id = `d${this.#defs.length}`;
    this.#defs.push(content(id));
    return `url(#${id})`;
  }

  #stops(stops: readonly Stop[]): string {
    return stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('');
  }

  /** A straight gradient from one point to the other, as a paint. */
  linear([x1, y1]: Point, [x2, y2]: Point, stops: readonly Stop[]): string {
    return this.#define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}">${this.#stops(stops)}</linearGradient>`,
    );
  }

  /** A round gradient, as a paint. */
  radial([cx, cy]: Point, radius: number, stops: readonly Stop[]): string {
    return this.#define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${at(cx)}" cy="${at(cy)}" r="${at(radius)}">${this.#stops(stops)}</radialGradient>`,
    );
  }

  /** A clip to the path, as the value of `clip-path`; a second clip inside the first cuts further. */
  clip(d: string, within?: string): string {
    return this.#define(
      (id) => `<clipPath id="${id}"${attributes({ 'clip-path': within })}><path d="${d}"/></clipPath>`,
    );
  }

  /** A mask: what the paint shows white stays. */
  mask(paint: string): string {
    return this.#define(
      (id) =>
        `<mask id="${id}" maskUnits="userSpaceOnUse" x="${-bleed}" y="${-bleed}" width="${this.width + bleed * 2}" height="${this.height + bleed * 2}"><rect x="${-bleed}" y="${-bleed}" width="${this.width + bleed * 2}" height="${this.height + bleed * 2}" fill="${paint}"/></mask>`,
    );
  }

  /** A filter over the whole canvas, so that no effect ends at the edge of its shape's box. */
  filter(content: string): string {
    return this.#define(
      (id) =>
        `<filter id="${id}" filterUnits="userSpaceOnUse" x="-80" y="-80" width="${this.width + 160}" height="${this.height + 160}" color-interpolation-filters="sRGB">${content}</filter>`,
    );
  }

  blur(x: number, y = x): string {
    return this.filter(`<feGaussianBlur stdDeviation="${x} ${y}"/>`);
  }

  path(d: string, values: Attributes): void {
    this.#body.push(`<path d="${d}"${attributes(values)}/>`);
  }

  circle([cx, cy]: Point, r: number, values: Attributes): void {
    this.#body.push(`<circle cx="${at(cx)}" cy="${at(cy)}" r="${at(r)}"${attributes(values)}/>`);
  }

  ellipse([cx, cy]: Point, rx: number, ry: number, values: Attributes): void {
    this.#body.push(
      `<ellipse cx="${at(cx)}" cy="${at(cy)}" rx="${at(rx)}" ry="${at(ry)}"${attributes(values)}/>`,
    );
  }

  rect(x: number, y: number, width: number, height: number, values: Attributes): void {
    this.#body.push(
      `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"${attributes(values)}/>`,
    );
  }

  /** Paint over the whole canvas. */
  wash(fill: string, values: Attributes = {}): void {
    this.rect(-bleed, -bleed, this.width + bleed * 2, this.height + bleed * 2, { fill, ...values });
  }

  group(values: Attributes, draw: () => void): void {
    this.#body.push(`<g${attributes(values)}>`);
    draw();
    this.#body.push('</g>');
  }

  /** What `draw` paints, without painting it: to be placed more than once, for example as a reflection. */
  record(draw: () => void): string {
    const before = this.#body;
    this.#body = [];
    draw();
    const recorded = this.#body.join('');
    this.#body = before;
    return recorded;
  }

  place(recorded: string, values: Attributes = {}): void {
    this.#body.push(`<g${attributes(values)}>${recorded}</g>`);
  }

  /** The finished picture with its bleed: to be cut to the canvas after it is rasterised. */
  toSvg(): string {
    const [width, height] = [this.width + bleed * 2, this.height + bleed * 2];
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-bleed} ${-bleed} ${width} ${height}"><defs>${this.#defs.join('')}</defs>${this.#body.join('')}</svg>`;
  }
}
