export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const CLOSEST = 6;
/** How far a pointer may slip before a click or a tap becomes a drag, in px. */
const SLIP: Readonly<Record<string, number>> = { mouse: 6, touch: 12, pen: 8 };

/** What part of an SVG plane is seen: the frame that holds everything, or a closer look at some of it. */
export class Camera {
  zoom = $state(1);
  #shift: Point = $state({ x: 0, y: 0 });
  #frame: () => Frame;

  constructor(frame: () => Frame) {
    this.#frame = frame;
  }

  get view(): Frame {
    const frame = this.#frame();
    const width = frame.width / this.zoom;
    const height = frame.height / this.zoom;
    return {
      left: frame.left + (frame.width - width) / 2 + this.#shift.x,
      top: frame.top + (frame.height - height) / 2 + this.#shift.y,
      width,
      height,
    };
  }

  /** All that is seen on a screen of this size: more than the view where that has another shape. */
  seenOn(width: number, height: number): Frame {
    const { view } = this;
    const scale = Math.min(width / view.width, height / view.height) || 1;
    const [across, down] = [width / scale, height / scale];
    return {
      left: view.left - (across - view.width) / 2,
      top: view.top - (down - view.height) / 2,
      width: across,
      height: down,
    };
  }

  get viewBox(): string {
    const { left, top, width, height } = this.view;
    return `${left} ${top} ${width} ${height}`;
  }

  /** Comes closer by a factor; the point `at` stays where it is on the screen. */
  zoomBy(factor: number, at?: Point): void {
    const { left, top, width, height } = this.view;
    const still = at ?? { x: left + width / 2, y: top + height / 2 };
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const ratio = this.zoom / zoom;
    this.zoom = zoom;
    const centre = {
      x: still.x + (left + width / 2 - still.x) * ratio,
      y: still.y + (top + height / 2 - still.y) * ratio,
    };
    this.#centre(centre);
  }

  panBy(dx: number, dy: number): void {
    const { left, top, width, height } = this.view;
    this.#centre({ x: left + width / 2 + dx, y: top + height / 2 + dy });
  }

  /** Pans as far as needed to have a point in sight. */
  reveal({ x, y }: Point, margin = 2): void {
    const { left, top, width, height } = this.view;
    const over = (value: number, low: number, high: number) =>
      value < low ? value - low : value > high ? value - high : 0;
    const dx = over(x, left + margin, left + width - margin);
    const dy = over(y, top + margin, top + height - margin);
    if (this.zoom > 1 && (dx !== 0 || dy !== 0)) this.panBy(dx, dy);
  }

  reset(): void {
    this.zoom = 1;
    this.#shift = { x: 0, y: 0 };
  }

  #centre(centre: Point): void {
    const frame = this.#frame();
    const roomX = (frame.width - frame.width / this.zoom) / 2;
    const roomY = (frame.height - frame.height / this.zoom) / 2;
    const within = (value: number, room: number) => Math.min(room, Math.max(-room, value));
    this.#shift = {
      x: within(centre.x - frame.left - frame.width / 2, roomX),
      y: within(centre.y - frame.top - frame.height / 2, roomY),
    };
  }

  /** An attachment for the svg: two fingers, ctrl + wheel and, when close, dragging with the mouse or a finger. */
  readonly gestures = (svg: SVGSVGElement): (() => void) => {
    const fingers = new Map<number, Point>();
    let dragFrom: Point | null = null;

    const down = (event: PointerEvent) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragFrom = this.zoom > 1 ? { x: event.clientX, y: event.clientY } : null;
      this.gestured = false;
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
        this.#pinch(svg, before, now, other);
        this.gestured = true;
      } else if (dragFrom && (this.gestured || isDrag(event, dragFrom, now))) {
        const [from, to] = [toPlane(svg, before), toPlane(svg, now)];
        this.panBy(from.x - to.x, from.y - to.y);
        this.gestured = true;
      } else if (dragFrom) return;
      fingers.set(event.pointerId, now);
    };
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      dragFrom = null;
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), toPlane(svg, { x: event.clientX, y: event.clientY }));
    };

    svg.addEventListener('pointerdown', down);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    svg.addEventListener('wheel', wheel, { passive: false });
    return () => {
      svg.removeEventListener('pointerdown', down);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      svg.removeEventListener('wheel', wheel);
    };
  };

  /** Whether the pointer that was last put down has panned or zoomed, so that its lifting is no click. */
  gestured = false;

  #pinch(svg: SVGSVGElement, before: Point, now: Point, other: Point): void {
    const distance = (p: Point) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    const middle = (p: Point) => ({ x: (p.x + other.x) / 2, y: (p.y + other.y) / 2 });
    const [from, to] = [toPlane(svg, middle(before)), toPlane(svg, middle(now))];
    this.panBy(from.x - to.x, from.y - to.y);
    this.zoomBy(distance(now) / distance(before), toPlane(svg, middle(now)));
  }
}

function isDrag({ pointerType }: PointerEvent, from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > (SLIP[pointerType] ?? 0);
}

/** A point of the screen in the units of the svg. */
export function toPlane(svg: SVGSVGElement, { x, y }: Point): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  return { x: point.x, y: point.y };
}
