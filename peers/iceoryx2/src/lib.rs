// SPDX-License-Identifier: Apache-2.0
//! What both bench programs share: options, commands and answers (peers/CONTRACT.md, "Bench
//! programs"), and the channel between them.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;
use serde_json::{json, Map, Value};

pub type Failure = Box<dyn std::error::Error>;

/// At the start of every message: what it is, and when it was sent.
pub const HEAD: usize = 16;
/// The largest message.
pub const MOST_BYTES: usize = 64 << 20;
const QUEUE: usize = 8;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Ping = 0,
    Post = 1,
    AskReceived = 2,
    Deliver = 3,
    AskTimes = 4,
}

/// CLOCK_MONOTONIC, the same clock in every process of the machine.
pub fn now_ns() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

pub struct Options {
    pub name: String,
    pub reference: String,
}

/// Reads the options and pins the process; wrong ones are one line and status 2.
pub fn options(program: &str) -> Options {
    parse_options(program).unwrap_or_else(|wrong| {
        eprintln!("{program}: {wrong}");
        std::process::exit(2);
    })
}

fn parse_options(program: &str) -> Result<Options, Failure> {
    let mut options = Options {
        name: program.into(),
        reference: String::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(option) = words.next() {
        let value = words.next().ok_or(format!("{option} lacks its value"))?;
        match option.as_str() {
            "--name" => options.name = value,
            "--reference" => options.reference = value,
            "--transport" if value == "shm" => {}
            "--transport" => return Err(format!("--transport takes shm, not '{value}'").into()),
            "--cpus" => place_process(&value)?,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    Ok(options)
}

fn place_process(list: &str) -> Result<(), Failure> {
    let wrong = || format!("--cpus takes a list as 0,2-3 of processors that exist, not '{list}'");
    if list == "all" {
        return Ok(());
    }
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (
            first.parse().map_err(|_| wrong())?,
            last.parse().map_err(|_| wrong())?,
        );
        for cpu in first..=last.min(libc::CPU_SETSIZE as usize - 1) {
            unsafe { libc::CPU_SET(cpu, &mut set) };
        }
    }
    match unsafe { libc::sched_setaffinity(0, std::mem::size_of_val(&set), &set) } {
        0 => Ok(()),
        _ => Err(wrong().into()),
    }
}

pub fn print_line(line: &Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

pub fn error_line(name: &str, error: &str) -> Value {
    json!({"event": "error", "name": name, "error": error})
}

pub fn ready_line(name: &str) -> Map<String, Value> {
    let line = json!({"event": "ready", "name": name, "pid": std::process::id()});
    line.as_object().cloned().unwrap_or_default()
}

pub struct Command {
    pub case: String,
    pub bytes: usize,
    pub calls: u64,
    pub warm_up: u64,
    pub batch: u64,
}

pub struct Measured {
    pub calls: u64,
    pub elapsed_ns: u64,
    /// One for each look at the clock, each of `batch` calls; empty for a stream.
    pub durations_ns: Vec<u64>,
    pub batch: u64,
}

pub fn parse_command(line: &str) -> Result<Command, Failure> {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    let object = value
        .as_object()
        .ok_or(r#"a command is a JSON object as {"case":"twoway","calls":1000}"#)?;
    const KNOWN: [&str; 8] = [
        "case",
        "bytes",
        "reply_bytes",
        "payload",
        "shape",
        "calls",
        "warm_up",
        "batch",
    ];
    if let Some(key) = object.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        return Err(format!("a command has no '{key}'").into());
    }
    let case = object.get("case").and_then(Value::as_str);
    let case = case
        .ok_or("'case' is missing; it names what to measure")?
        .to_string();
    let bytes = number(object, "bytes", 0, 0, 1 << 32)?;
    check_bytes(object, bytes)?;
    let calls = number(object, "calls", 1000, 1, 1_000_000_000)?;
    Ok(Command {
        case,
        bytes: bytes as usize,
        calls,
        warm_up: number(object, "warm_up", 0, 0, 1_000_000_000)?,
        batch: number(object, "batch", 1, 1, calls)?,
    })
}

const PAYLOADS: [&str; 4] = ["octets", "shorts", "floats", "doubles"];
const SHAPES: [&str; 3] = ["sequence", "array", "basic"];
const BLOCK: u64 = 1024;

/// Bytes of each kind are the same to a slice, but a command that means nothing is refused.
fn check_bytes(object: &Map<String, Value>, bytes: u64) -> Result<(), Failure> {
    let element = 1 << choice(object, "payload", &PAYLOADS)?;
    if bytes % element != 0 {
        return Err(format!("'bytes' of this payload is a multiple of {element}").into());
    }
    let wanted = match choice(object, "shape", &SHAPES)? {
        0 => bytes,
        1 => BLOCK * element,
        _ => element,
    };
    if bytes != wanted {
        return Err(format!("'bytes' of this shape is {wanted}").into());
    }
    Ok(())
}

/// Which of the known words it is; the first, if there is none.
fn choice(object: &Map<String, Value>, key: &str, known: &[&str]) -> Result<usize, Failure> {
    let Some(value) = object.get(key) else {
        return Ok(0);
    };
    known
        .iter()
        .position(|word| value == word)
        .ok_or_else(|| format!("'{key}' is one of {}, not {value}", known.join(", ")).into())
}

fn number(
    object: &Map<String, Value>,
    key: &str,
    otherwise: u64,
    least: u64,
    most: u64,
) -> Result<u64, Failure> {
    let Some(value) = object.get(key) else {
        return Ok(otherwise);
    };
    match value.as_u64() {
        Some(found) if (least..=most).contains(&found) => Ok(found),
        _ => {
            Err(format!("'{key}' takes a whole number from {least} to {most}, not {value}").into())
        }
    }
}

/// Answers each line of standard input until it ends.
pub fn answer_commands(name: &str, mut run: impl FnMut(&Command) -> Result<Measured, Failure>) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = parse_command(&line)
            .and_then(|command| run(&command).map(|measured| answer(&command, measured)));
        print_line(&answer.unwrap_or_else(|failure| error_line(name, &failure.to_string())));
    }
}

fn answer(command: &Command, mut measured: Measured) -> Value {
    let elapsed = measured.elapsed_ns.max(1);
    let mut line = json!({
        "event": "measured", "case": command.case, "bytes": command.bytes,
        "calls": measured.calls, "elapsed_ns": elapsed,
        "per_second": 1e9 * measured.calls as f64 / elapsed as f64,
    });
    if !measured.durations_ns.is_empty() {
        measured.durations_ns.sort_unstable();
        line["ns"] = summary(&measured.durations_ns, measured.batch as f64);
    }
    line
}

fn summary(sorted: &[u64], batch: f64) -> Value {
    let count = sorted.len() as f64;
    let mean = sorted.iter().sum::<u64>() as f64 / count;
    let squares: f64 = sorted.iter().map(|&v| (v as f64 - mean).powi(2)).sum();
    let percentile = |share: f64| {
        let rank = (share * count).ceil().max(1.0) as usize;
        sorted[rank - 1] as f64 / batch
    };
    json!({
        "count": sorted.len(), "min": sorted[0] as f64 / batch, "mean": mean / batch,
        "stddev": (squares / count).sqrt() / batch,
        "p50": percentile(0.5), "p80": percentile(0.8), "p90": percentile(0.9),
        "p99": percentile(0.99), "p999": percentile(0.999), "max": percentile(1.0),
    })
}

pub enum Side {
    Client,
    Server,
}

/// A service in each direction.
pub struct Channel {
    publisher: Publisher<ipc::Service, [u8], ()>,
    subscriber: Subscriber<ipc::Service, [u8], ()>,
    node: Node<ipc::Service>,
}

impl Channel {
    /// A server's node notices SIGTERM and SIGINT, for `pause`; they end a client as they end any
    /// program.
    pub fn open(reference: &str, side: Side) -> Result<Self, Failure> {
        let signals = match side {
            Side::Client => SignalHandlingMode::Disabled,
            Side::Server => SignalHandlingMode::HandleTerminationRequests,
        };
        let node = NodeBuilder::new()
            .signal_handling_mode(signals)
            .create::<ipc::Service>()?;
        let service = |direction: &str| -> Result<_, Failure> {
            let name = format!("{reference}/{direction}");
            Ok(node
                .service_builder(&name.as_str().try_into()?)
                .publish_subscribe::<[u8]>()
                .enable_safe_overflow(false)
                .subscriber_max_buffer_size(QUEUE)
                .open_or_create()?)
        };
        let (out, back) = match side {
            Side::Client => (service("requests")?, service("replies")?),
            Side::Server => (service("replies")?, service("requests")?),
        };
        let publisher = out
            .publisher_builder()
            .initial_max_slice_len(4096)
            .allocation_strategy(AllocationStrategy::PowerOfTwo)
            .backpressure_strategy(BackpressureStrategy::RetryUntilDelivered)
            .create()?;
        let subscriber = back.subscriber_builder().create()?;
        Ok(Channel {
            publisher,
            subscriber,
            node,
        })
    }

    /// Sleeps; false if the program is asked to end.
    pub fn pause(&self, time: Duration) -> bool {
        self.node.wait(time).is_ok()
    }

    /// Loans memory, writes the head and `content` behind it, sends it.
    pub fn send(&self, head: [u64; 2], content: &[u64], bytes: usize) -> Result<(), Failure> {
        let size = bytes.max(HEAD + 8 * content.len());
        if size > MOST_BYTES {
            return Err("a message ends at 64 MiB here".into());
        }
        let mut sample = self.publisher.loan_slice_uninit(size)?;
        let memory = sample.payload_mut().as_mut_ptr().cast::<u64>();
        for (place, word) in head.iter().chain(content).enumerate() {
            unsafe { memory.add(place).write_unaligned(*word) };
        }
        // What lies behind is a payload that no program reads.
        unsafe { sample.assume_init() }.send()?;
        Ok(())
    }

    /// Hands the next message to `take`, as words, if there is one.
    pub fn poll<T>(&self, take: impl FnOnce([u64; 2], &[u8]) -> T) -> Result<Option<T>, Failure> {
        let Some(sample) = self.subscriber.receive()? else {
            return Ok(None);
        };
        let bytes = sample.payload();
        Ok(Some(take([word(bytes, 0), word(bytes, 1)], &bytes[HEAD..])))
    }
}

/// The eight bytes at a place, as a number.
pub fn word(bytes: &[u8], place: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[8 * place..8 * place + 8]);
    u64::from_ne_bytes(eight)
}

/// A moment after which waiting makes no sense.
pub fn call_deadline() -> Instant {
    Instant::now() + Duration::from_secs(10)
}
