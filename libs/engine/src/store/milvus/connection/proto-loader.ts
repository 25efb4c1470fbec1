/**
 * Replaces `@grpc/proto-loader` in the bundle of Milvus's SDK. It creates the same service definitions, but
 * without the descriptors of all messages, and only once although the SDK asks twice. This halves the SDK's
 * start.
 */
import protobuf from "protobufjs";

interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: object) => Buffer;
  readonly requestDeserialize: (bytes: Uint8Array) => object;
  readonly responseSerialize: (value: object) => Buffer;
  readonly responseDeserialize: (bytes: Uint8Array) => object;
  readonly originalName: string;
}
type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

const known = new WeakMap<object, Readonly<Record<string, ServiceDefinition>>>();

/**
 * Services by their full names. Cached by definition alone, because the SDK always passes the same options.
 */
export function fromJSON(
  json: protobuf.INamespace,
  options: protobuf.IConversionOptions = {},
): Readonly<Record<string, ServiceDefinition>> {
  const before = known.get(json);
  if (before) return before;
  const services: Record<string, ServiceDefinition> = {};
  collect(protobuf.Root.fromJSON(json).resolveAll(), services, options);
  known.set(json, services);
  return services;
}

function collect(
  namespace: protobuf.NamespaceBase,
  into: Record<string, ServiceDefinition>,
  options: protobuf.IConversionOptions,
): void {
  for (const nested of namespace.nestedArray) {
    if (nested instanceof protobuf.Service) into[nested.fullName.slice(1)] = serviceOf(nested, options);
    else if (nested instanceof protobuf.Namespace) collect(nested, into, options);
  }
}

function serviceOf(service: protobuf.Service, options: protobuf.IConversionOptions): ServiceDefinition {
  return Object.fromEntries(
    service.methodsArray.map((method): [string, MethodDefinition] => {
      const { resolvedRequestType: request, resolvedResponseType: response } =
        method.resolve() as protobuf.Method;
      if (!request || !response) throw new Error(`The method ${method.fullName} has no types`);
      const path = `/${service.fullName.slice(1)}/${method.name}`;
      return [
        method.name,
        {
          path,
          requestStream: method.requestStream === true,
          responseStream: method.responseStream === true,
          originalName: protobuf.util.camelCase(method.name),
          requestSerialize: serializer(request),
          requestDeserialize: deserializer(request, options),
          responseSerialize: serializer(response),
          responseDeserialize: deserializer(response, options),
        },
      ];
    }),
  );
}

function serializer(type: protobuf.Type): (value: object) => Buffer {
  return (value) => type.encode(type.fromObject(value)).finish() as Buffer;
}

function deserializer(
  type: protobuf.Type,
  options: protobuf.IConversionOptions,
): (bytes: Uint8Array) => object {
  return (bytes) => type.toObject(type.decode(bytes), options);
}
