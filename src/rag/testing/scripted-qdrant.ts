import { HttpStub, type StubRequest } from './http-stub.js';

interface Point {
  id: string | number;
  vector: number[];
  payload?: Record<string, unknown>;
}

interface Collection {
  size: number;
  points: Map<string | number, Point>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Stands in for a Qdrant server: the part of its REST contract that is used (its OpenAPI description, version 1.x), with its refusals: ids that
 * are neither UUIDs nor whole numbers, vectors of another size, collections that are not there, or there already.
 */
export class ScriptedQdrant extends HttpStub {
  readonly collections = new Map<string, Collection>();

  protected override answer(request: StubRequest): { status: number; body: unknown } {
    try {
      return { status: 200, body: { result: this.result(request), status: 'ok', time: 0.001 } };
    } catch (error) {
      const { status, message } = error as Refusal;
      return { status: status ?? 500, body: { status: { error: message }, time: 0.001 } };
    }
  }

  private result({ method, path, body }: StubRequest): unknown {
    const [, , name = '', ...rest] = path.split('/');
    const route = `${method} ${rest.join('/')}`;
    switch (route) {
      case 'GET exists':
        return { exists: this.collections.has(name) };
      case 'GET ': {
        const { size, points } = this.collection(name);
        return { status: 'green', points_count: points.size, config: { params: { vectors: { size, distance: 'Cosine' } } } };
      }
      case 'PUT ':
        return this.create(name, body as { vectors: { size: number; distance: string } });
      case 'DELETE ':
        return this.collections.delete(name);
      case 'PUT points':
        return this.upsert(this.collection(name), (body as { points: Point[] }).points);
      case 'POST points/delete': {
        const { points } = this.collection(name);
        for (const id of (body as { points: (string | number)[] }).points) points.delete(checkedId(id));
        return { operation_id: 1, status: 'completed' };
      }
      case 'POST points/search':
        return search(this.collection(name), body as { vector: number[]; limit: number });
      default:
        throw new Refusal(404, `no route ${route}`);
    }
  }

  private create(name: string, { vectors }: { vectors: { size: number; distance: string } }): boolean {
    if (this.collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
    if (vectors.distance !== 'Cosine') throw new Refusal(400, 'the scripted server knows Cosine alone');
    this.collections.set(name, { size: vectors.size, points: new Map() });
    return true;
  }

  private upsert(collection: Collection, points: readonly Point[]): unknown {
    for (const { id, vector } of points) {
      checkedId(id);
      assertSize(collection, vector);
    }
    for (const point of points) collection.points.set(point.id, point);
    return { operation_id: 0, status: 'completed' };
  }

  private collection(name: string): Collection {
    const collection = this.collections.get(name);
    if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return collection;
  }
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function search(collection: Collection, { vector, limit }: { vector: number[]; limit: number }): unknown {
  assertSize(collection, vector);
  return [...collection.points.values()]
    .map(({ id, vector: other, payload }) => ({ id, version: 0, score: cosine(vector, other), payload, vector: null }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

function assertSize({ size }: Collection, vector: readonly number[]): void {
  if (vector.length !== size) throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.length}`);
}

function checkedId(id: string | number): string | number {
  if (typeof id === 'string' ? UUID.test(id) : Number.isSafeInteger(id) && id >= 0) return id;
  throw new Refusal(400, `Format error in JSON body: value ${id} is not a valid point ID`);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1);
}
