// SPDX-License-Identifier: Apache-2.0
//! iceoryx2-bench-server: the other end of iceoryx2-bench-client. See README.md.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

use iceoryx2_bench::{
    error_line, now_ns, options, print_line, ready_line, Channel, Failure, Kind, Side,
};

const POLL_NS: u64 = 2_000_000;
const MOST_TIMES: usize = 100_000;

#[derive(Default)]
struct Target {
    received: u64,
    times_ns: Vec<u64>,
}

impl Target {
    /// Gives what to reply, if anything: a word, and words behind it.
    fn take(&mut self, head: [u64; 2]) -> Option<(u64, Vec<u64>)> {
        let is = |kind: Kind| head[0] == kind as u64;
        if is(Kind::Ping) {
            Some((0, Vec::new()))
        } else if is(Kind::AskReceived) {
            Some((std::mem::take(&mut self.received), Vec::new()))
        } else if is(Kind::AskTimes) {
            Some((
                self.times_ns.len() as u64,
                std::mem::take(&mut self.times_ns),
            ))
        } else {
            if is(Kind::Post) {
                self.received += 1;
            } else if self.times_ns.len() < MOST_TIMES {
                self.times_ns.push(now_ns() - head[1]);
            }
            None
        }
    }
}

fn serve(channel: &Channel, has_ended: &AtomicBool) -> Result<(), Failure> {
    let mut target = Target::default();
    let mut last_ns = now_ns();
    while !has_ended.load(Ordering::Relaxed) {
        match channel.poll(|head, _| target.take(head))? {
            Some(reply) => {
                if let Some((word, content)) = reply {
                    channel.send([word, 0], &content, 0)?;
                }
                last_ns = now_ns();
            }
            None if now_ns() - last_ns > POLL_NS => {
                if !channel.pause(Duration::from_micros(200)) {
                    return Ok(());
                }
            }
            None => {}
        }
    }
    Ok(())
}

fn main() {
    let options = options("iceoryx2-bench-server");
    let reference = format!("Bench/{}", std::process::id());
    let has_ended = Arc::new(AtomicBool::new(false));
    let outcome = Channel::open(&reference, Side::Server).and_then(|channel| {
        let mut ready = ready_line(&options.name);
        ready.insert("reference".into(), reference.clone().into());
        print_line(&ready.into());
        let end = has_ended.clone();
        std::thread::spawn(move || {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            end.store(true, Ordering::Relaxed);
        });
        serve(&channel, &has_ended)
    });
    if let Err(failure) = outcome {
        print_line(&error_line(&options.name, &failure.to_string()));
        std::process::exit(1);
    }
}
